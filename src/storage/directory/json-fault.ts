/** Why a file of JSON can't be read, on one line: without the text around the fault, which Node quotes and which may be a secret. */
export function jsonFault(error: unknown): string {
  return error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message
}
