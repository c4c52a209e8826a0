/**
 * Something the operator can correct, in two sentences: what is wrong, and what to do. Commands print both. An error
 * that a route may answer is an `ApiError` instead. Anything else that is thrown is a bug and shows its stack.
 */
export class Problem extends Error {
  readonly fix: string
  /** 1: failed; 2: wrong usage. */
  readonly exitCode: 1 | 2
  constructor(what: string, fix: string, exitCode: 1 | 2 = 1) {
    super(what)
    this.name = 'Problem'
    this.fix = fix
    this.exitCode = exitCode
  }
}
