/** What a person may do in a store, least first: look; moderate and answer; everything. */
export const roles = ['viewer', 'moderator', 'owner'] as const

export type Role = (typeof roles)[number]

/** Whether `role` may do what `needed` may. */
export function mayActAs(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}
