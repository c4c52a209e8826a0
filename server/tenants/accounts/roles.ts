/** Roles in a store, from least to most: viewers read, moderators also moderate and answer, owners do everything. */
export const roles = ['viewer', 'moderator', 'owner'] as const

export type Role = (typeof roles)[number]

/** Whether `role` includes what `needed` permits. */
export function mayActAs(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}
