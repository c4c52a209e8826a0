import { maskContacts } from '../../../foundation/personal-data/contacts/mask-contacts.ts'
import { findJson } from './find-json.ts'

/** Reads a body as shops send it: see `findJson`. Throws SyntaxError. */
export function parseJson(body: Buffer): unknown {
  return findJson(body.toString())
}

const longest = 160 // characters
const isMessage = /^\s*(<|(PHP )?(notice|warning|deprecated|strict standards|fatal error|parse error)\b)/i

/**
 * The first line of a page or of a message of PHP, where a body should be JSON, without its end; empty for anything
 * else, which may be about a person. Contacts and WooCommerce's keys are masked.
 */
export function messageIn(body: Buffer | string): string {
  const text = body.toString().slice(0, 20_000).trimStart()
  if (!isMessage.test(text)) return ''
  const words = text
    .replace(/<(script|style|head)\b[\s\S]*?(<\/\1>|$)/gi, '\n')
    .replace(/<(br|p|div|h\d|li|tr)\b[^<>]*>/gi, '\n')
    .replace(/<[^>]*>?/g, '')
  const line = words.split('\n').map(tidy).find(Boolean)
  if (!line) return ''
  const masked = maskContacts(line.replace(/\b[cs][ks]_\w+/gi, '•••'), {})
  return [...masked].slice(0, longest).join('')
}

const tidy = (line: string) => line.replace(/\s+/g, ' ').trim()
