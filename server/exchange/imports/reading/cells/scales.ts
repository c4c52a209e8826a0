/** What the highest rating of a file can be. */
export const scales = [5, 10, 100] as const

export type Scale = (typeof scales)[number]
