import { build } from 'vite'

/** Builds the widgets before the first test. */
// biome-ignore lint/style/noDefaultExport: Vitest requires it
export default async function buildWidgets(): Promise<void> {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production' // otherwise Lit includes its warnings for developers, which weigh 3 kB
  await build()
  process.env.NODE_ENV = before
}
