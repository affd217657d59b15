/** What the sample news say. `{name}` and `{industry}` are filled in; a fund has news of the last kind alone. */
export const NEWS = {
  company: [
    ['{name} opens a further site for research', 'Sample data: the company says that the site will employ 400 people within two years.'],
    ['{name} names a new head of operations', 'Sample data: the appointment takes effect at the beginning of the next quarter.'],
    ['Analysts compare {name} with its peers in {industry}', 'Sample data: the comparison finds margins near the middle of the group.'],
    ['{name} extends a supply agreement', 'Sample data: the agreement now runs for five years, on terms that were not disclosed.'],
    ['{name} confirms its outlook for the year', 'Sample data: revenue is expected to grow at about the pace of the year before.'],
    ['{name} presents at an industry conference', 'Sample data: a recording will be available for thirty days.'],
    ['{name} publishes its report on sustainability', 'Sample data: the report covers energy, water and working conditions.'],
    ['{name} begins a programme to buy back shares', 'Sample data: purchases are spread over two years.'],
    ['What to watch at {name} in the weeks ahead', null],
    ['{industry}: demand steady, say suppliers', 'Sample data: orders were little changed from the month before.'],
  ],
  any: [
    ['{name} trades in line with the market', null],
    ['Trading volume in {name} near its average', 'Sample data: neither side of the market was in a hurry.'],
    ['{name}: a quiet session', null],
    ['{name} among the symbols that partners watch most', 'Sample data: the list is updated every week.'],
  ],
} as const
