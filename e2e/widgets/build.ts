import { build } from 'vite'

/** The widgets as they are now, before the first test. */
// biome-ignore lint/style/noDefaultExport: Vitest asks for it
export default async function buildWidgets(): Promise<void> {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production' // or Lit comes with its warnings for developers, which weigh 3 kB
  await build()
  process.env.NODE_ENV = before
}
