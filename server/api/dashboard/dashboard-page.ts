import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The build manifest: for each source, its built file, styles, fonts and static imports. */
type Manifest = Record<string, { file: string; css?: string[]; assets?: string[]; imports?: string[] }>

export const dashboardFolder = fileURLToPath(new URL('../../../build/dashboard/', import.meta.url))

const entry = 'main.tsx'

/**
 * The dashboard's only page. `nonce` allows Mantine's style elements, and no others. Undefined if the dashboard was not
 * built.
 */
export function dashboardPage(nonce: string): string | undefined {
  const manifest = readManifest()
  const main = manifest?.[entry]
  if (!manifest || !main) return undefined
  const preloads = (main.imports ?? []).flatMap(name => manifest[name]?.file ?? [])
  const styles = [main, ...(main.imports ?? []).map(name => manifest[name])].flatMap(one => one?.css ?? [])
  const font = main.assets?.find(name => name.includes('-latin-wght-'))
  return `<!doctype html>
<html lang="en" data-mantine-color-scheme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta property="csp-nonce" nonce="${nonce}">
<title>Realword</title>
<link rel="icon" href="data:image/svg+xml,${icon}">
${font ? `<link rel="preload" href="/admin/assets/${font}" as="font" type="font/woff2" crossorigin>` : ''}
${styles.map(name => `<link rel="stylesheet" href="/admin/assets/${name}">`).join('\n')}
${preloads.map(name => `<link rel="modulepreload" href="/admin/assets/${name}">`).join('\n')}
<script type="module" src="/admin/assets/${main.file}"></script>
</head>
<body><div id="root"></div><noscript>The dashboard needs JavaScript.</noscript></body>
</html>
`
}

/**
 * The Content-Security-Policy: scripts, styles and frames only from this service. Pictures of reviews may be anywhere.
 */
export function dashboardPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https: http:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const icon = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#1f7355" d="m12 2 3.1 6.3 6.9 1-5 4.9 1.2 6.8L12 17.8 5.8 21 7 14.2 2 9.3l6.9-1z"/></svg>',
)

let known: Manifest | undefined

function readManifest(): Manifest | undefined {
  const file = `${dashboardFolder}manifest.json`
  if (!known && existsSync(file)) known = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  return known
}
