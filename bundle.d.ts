/** A file that a program has become: its name in the folder, and what is in it. */
export interface Output {
  readonly path: string
  readonly text: string
}

export const BUILD: string
export function builtProgram(program: string): Promise<string>
export function bundle(
  program: string,
  read: (file: string) => string,
  options?: { readonly isPlain?: boolean },
): Promise<readonly Output[]>
export function writeFolder(folder: string, outputs: readonly Output[]): void
