import { ApiFailure } from '../api.ts'

/**
 * The message of a validation error for each field, by the last name in the field's path: `pictures` for
 * `pictures.0: …`, `subject` for `mail.subject: …`. Empty for any other error.
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
