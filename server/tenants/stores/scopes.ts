/** What a key of the management API may do. The scopes of webhooks and feeds include reading. */
export const scopes = [
  'reviews:read',
  'reviews:write',
  'questions:read',
  'questions:write',
  'products:read',
  'products:write',
  'orders:read',
  'orders:write',
  'people:write',
  'settings:read',
  'settings:write',
  'webhooks:write',
  'feeds:write',
] as const

export type Scope = (typeof scopes)[number]
