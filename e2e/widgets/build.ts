import { build } from 'vite'

/** The widgets as they are now, before the first test. */
// biome-ignore lint/style/noDefaultExport: Vitest asks for it
export default async function buildWidgets(): Promise<void> {
  await build()
}
