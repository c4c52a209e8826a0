import type { Place } from './sealed-stream.ts'

/** Deletes a backup, its manifest first: without it, the rest is known to be incomplete. Keeps the shared pictures. */
export async function removeBackup({ destination }: Pick<Place, 'destination'>, id: string): Promise<void> {
  await destination.remove(`${id}/manifest`)
  const names: string[] = []
  for await (const { name } of destination.list(`${id}/`)) names.push(name)
  for (const name of names) await destination.remove(name)
}
