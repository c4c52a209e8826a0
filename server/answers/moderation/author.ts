import type { Recipient } from '../../foundation/mailings/mailings.ts'
import type { Content } from './content/content-kind.ts'

/**
 * The author of a review or question, as a mail's recipient. Authors of imported ones have no address here, unless the
 * store asked for mails to them when it imported.
 */
export function authorOf({ email, display_name, language, imported, notify_author }: Author): Recipient {
  const isNotified = notify_author ?? !imported
  return { email: isNotified ? email : null, name: display_name, language }
}

type Author = Pick<Content, 'email' | 'display_name' | 'language' | 'imported' | 'notify_author'>
