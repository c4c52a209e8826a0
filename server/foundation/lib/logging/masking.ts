// Each has a bound, so that a long text without a match takes linear time.
// A name may be in quotes, which JSON escapes.
const address =
  /(?:\\?"[^\s"@]{1,65}"|[^\s"<>@,;:/…()\\[\]]{1,64})@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}\p{N}-]{1,63}/gu
const passwordInUrl = /:\/\/[^\s"/@\\]{1,512}@/g
const credentials = /\b(authorization:? {1,5}(?:bearer |basic )?|bearer |basic )[^\s"\\,;]{1,4096}/gi
const token = /(?<![\w-]|"request_id":")[\w-]{40,4096}(?![\w-])/g

/** The line without email addresses, credentials, and anything that has the length of a key or of a link's token. */
export function maskLine(line: string): string {
  return line
    .replace(passwordInUrl, '://…@')
    .replace(address, '…@…')
    .replace(credentials, '$1…')
    .replace(token, '…')
}
