import { execFileSync } from 'node:child_process'

/**
 * Makes `dataDir`, with an empty database, from the template of the tests (`data-template.ts`). Without a template it does
 * nothing, and a first start makes it.
 */
export function copyTemplate(dataDir: string): void {
  const { DATA_TEMPLATE } = process.env
  // Unlike Node's cpSync, it keeps the owners and modes that PostgreSQL asks for.
  if (DATA_TEMPLATE) execFileSync('cp', ['-a', DATA_TEMPLATE, dataDir])
}
