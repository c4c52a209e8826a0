import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { licenseFiles, type ShippedPackage, shippedPackages } from './packages.ts'

/** Writes build/THIRD-PARTY-NOTICES.txt: the licence and notice texts of every installed package that ships. */

const target = new URL('../build/THIRD-PARTY-NOTICES.txt', import.meta.url)
const installed = shippedPackages().filter(({ folder }) => existsSync(folder))
// Many packages share a text: each text appears once, below the packages it belongs to.
const byText = Map.groupBy(installed, noticeOf)
const sections = [...byText].map(([text, packages]) => `${headingOf(packages)}\n\n${text}\n`)
writeFileSync(
  target,
  `Realword contains the following packages.\n\n${sections.join(`\n${'-'.repeat(80)}\n\n`)}`,
)

function headingOf(packages: ShippedPackage[]): string {
  const lines = packages.map(({ name, version, license }) => `${name} ${version} (${license})`)
  return [...new Set(lines)].sort().join('\n')
}

// Some packages name their licence in the README alone, as libvips does for each of its libraries.
function noticeOf({ folder }: ShippedPackage): string {
  const files = licenseFiles(folder)
  if (files.length > 0) return files.map(readText).join('\n\n')
  const { author = 'unknown', homepage = '' } = JSON.parse(readText(`${folder}/package.json`))
  const readme = existsSync(`${folder}/README.md`) ? licenseSection(readText(`${folder}/README.md`)) : ''
  const by = typeof author === 'string' ? author : `${author.name} ${author.url ?? ''}`
  return [`No licence file. Author: ${by.trim()} ${homepage}`.trim(), readme].filter(Boolean).join('\n\n')
}

function licenseSection(readme: string): string {
  return /^#+ *(licen[cs]|copyright)[\s\S]*?(?=^#|(?![\s\S]))/im.exec(readme)?.[0].trim() ?? ''
}

function readText(file: string): string {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim()
}
