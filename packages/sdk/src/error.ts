type ErrorBody = {
  error_code?: unknown
  message?: unknown
  user_message?: unknown
  more_info?: unknown
}

/** An answer that is no success. The fields have the names of the wire. */
export class RealwordError extends Error {
  override readonly name = 'RealwordError'
  /** The HTTP status; 0 where a browser hides the redirect of another server. */
  readonly status: number
  /** A code of Realword's list of errors; 0 when the answer is not Realword's, such as that of a proxy. */
  readonly error_code: number
  /** What happened and what to do, by language: `en_us`, `pt_br`. */
  readonly user_message: Record<string, string> | null
  /** What a program needs to continue, such as `scope`. */
  readonly more_info: Record<string, string> | null

  constructor(status: number, body: unknown) {
    const known: ErrorBody = body !== null && typeof body === 'object' ? body : {}
    const isOurs = typeof known.error_code === 'number' && typeof known.message === 'string'
    super(
      isOurs ? String(known.message) : `The answer is not Realword's, status ${status}. Check the address.`,
    )
    this.status = status
    this.error_code = isOurs ? Number(known.error_code) : 0
    this.user_message = isOurs ? texts(known.user_message) : null
    this.more_info = isOurs ? texts(known.more_info) : null
  }
}

function texts(value: unknown): Record<string, string> | null {
  return value !== null && typeof value === 'object' ? (value as Record<string, string>) : null
}
