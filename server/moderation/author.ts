import type { Recipient } from '../mailings/mailings.ts'

/** The author of a review or question, as a mail's recipient. */
export function authorOf({
  email,
  display_name,
  language,
}: {
  email: string | null
  display_name: string
  language: string
}): Recipient {
  return { email, name: display_name, language }
}
