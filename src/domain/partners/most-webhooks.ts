/** of a partner, one that a fixture of the sandbox makes included */
export const MOST_WEBHOOKS = 20
