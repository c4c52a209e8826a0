import { isIP } from 'node:net'
import { ApiError } from '../errors/errors.ts'
import type { FieldProblem } from '../errors/field-problems.ts'
import type { Egress } from '../http/egress.ts'
import { isAllowed, isNeverReached, isPublic } from '../lib/networks.ts'
import { refusals } from './refusals.ts'

const longest = 2048

/**
 * The address as it is stored. Resolves no name: names are resolved and checked for every connection. Throws
 * `settings_invalid`.
 */
export function checkWebhookAddress(text: string, { allow }: Egress): string {
  const url = URL.parse(text.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || text.length > longest)
    throw refused('address')
  if (url.protocol === 'http:' && allow.length === 0) throw refused('plain')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const isOpen = isAllowed(host, allow, port) && !isNeverReached(host)
  if (isIP(host) && !isOpen && !isPublic(host)) throw refused('private')
  url.hash = ''
  return url.href
}

function refused(why: keyof typeof refusals): ApiError {
  const problems: FieldProblem[] = [{ path: 'url', problem: 'refused', values: [refusals[why]] }]
  return new ApiError('settings_invalid', { problems })
}
