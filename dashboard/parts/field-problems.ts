import { ApiFailure } from '../api.ts'

/**
 * What a refusal says of each field, by the last name in its path: `pictures` of `pictures.0: …`, `subject` of
 * `mail.subject: …`.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiFailure) || error.code !== 802030) return {}
  return Object.fromEntries(
    error.message.split('; ').map(part => {
      const at = part.indexOf(': ')
      const names = part.slice(0, at).split('.')
      return [names.findLast(name => !/^\d+$/.test(name)), part.slice(at + 2)]
    }),
  )
}
