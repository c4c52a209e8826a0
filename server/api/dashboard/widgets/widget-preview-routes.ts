import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { framePage } from '../../../foundation/http/pages/frame-page.ts'

const style = readFileSync(new URL('../../../../pages/widget-preview.css', import.meta.url), 'utf8')

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<base target="_blank">
<style>${style}</style>
<script type="module" src="/widgets/v1/widgets.js"></script>
</head>
<body><main></main></body>
</html>
`

// The headers of a careful shop's page, which only the dashboard may frame.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "img-src 'self' data: https: http:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ')

/**
 * GET /admin/widget-preview: a page with the widgets' script and no data of a store. The dashboard's script adds the
 * elements.
 */
export function widgetPreview() {
  return framePage(page, policy)
}
