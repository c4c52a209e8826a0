/** What Klaviyo, Brevo and Customer.io take of an event: docs/how-to/use-with-klaviyo.md shows the bodies. */

export type Event = {
  /** The same in every attempt. */
  id: string
  name: string
  email: string
  /** ISO 8601 */
  at: string
  properties: Record<string, string | number | boolean | null>
  /** Written elsewhere before: recorded, but nobody gets a mail because of it. */
  isImported: boolean
}

/** The events that are sent, by webhook. */
export const names: Record<string, string> = {
  'request.sent': 'Realword Review Request Sent',
  'review.created': 'Realword Reviewed Product',
  'review.published': 'Realword Review Published',
  'review.replied': 'Realword Review Answered',
}

type Request = { url: string; headers: Record<string, string>; body: object }
type Keys = { key: string; site: string; url: string | undefined }

export const tools: Record<string, (event: Event, keys: Keys) => Request | undefined> = {
  klaviyo: ({ id, name, email, at, properties, isImported }, { key, url = 'https://a.klaviyo.com' }) => ({
    url: `${url}/api/events`,
    headers: {
      authorization: `Klaviyo-API-Key ${key}`,
      revision: '2026-10-15',
      // A revision that has ended answers with an error, and not silently as a newer one.
      'x-klaviyo-revision-fall-forward-opt-out': '1',
      'content-type': 'application/vnd.api+json',
    },
    body: {
      data: {
        type: 'event',
        attributes: {
          properties,
          time: at,
          unique_id: id,
          backfill: isImported,
          metric: { data: { type: 'metric', attributes: { name } } },
          profile: { data: { type: 'profile', attributes: { email } } },
        },
      },
    },
  }),

  // Brevo compares no ids: an event that it took twice is there twice. Its automations would run for imports.
  brevo: ({ id, name, email, at, properties, isImported }, { key, url = 'https://api.brevo.com' }) =>
    isImported
      ? undefined
      : {
          url: `${url}/v3/events`,
          headers: { 'api-key': key, 'content-type': 'application/json' },
          body: {
            event_name: name.toLowerCase().replaceAll(' ', '_'),
            event_date: at,
            identifiers: { email_id: email },
            event_properties: { ...properties, event_id: id },
          },
        },

  customerio: (
    { id, name, email, at, properties, isImported },
    { key, site, url = 'https://track.customer.io' },
  ) =>
    isImported
      ? undefined
      : {
          url: `${url}/api/v1/customers/${encodeURIComponent(email)}/events`,
          headers: {
            authorization: `Basic ${Buffer.from(`${site}:${key}`).toString('base64')}`,
            'content-type': 'application/json',
          },
          body: { name, id: toUlid(id), timestamp: Math.floor(Date.parse(at) / 1000), data: properties },
        },
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The 128 bits of a UUID as a ULID, by which Customer.io recognises an event that it took before. */
function toUlid(uuid: string): string {
  let bits = BigInt(`0x${uuid.replaceAll('-', '')}`)
  let text = ''
  for (let at = 0; at < 26; at++) {
    text = letters[Number(bits & 31n)] + text
    bits >>= 5n
  }
  return text
}
