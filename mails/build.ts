import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import mjml2html from 'mjml'

// Compiles mails/*.mjml into build/mails/*.html, which the running service fills in: loading mjml takes most of a
// second, which workers should not spend.
const source = fileURLToPath(new URL('.', import.meta.url))
const built = fileURLToPath(new URL('../build/mails/', import.meta.url))

mkdirSync(built, { recursive: true })
for (const file of readdirSync(source).filter(name => name.endsWith('.mjml'))) {
  const html = await compile(join(source, file))
  const place = join(built, file.replace(/mjml$/, 'html'))
  // Renamed when complete, because a test may be reading it at the same time.
  writeFileSync(`${place}.${process.pid}`, html)
  renameSync(`${place}.${process.pid}`, place)
}

async function compile(path: string): Promise<string> {
  const { html } = await mjml2html(readFileSync(path, 'utf8'), {
    filePath: path,
    ignoreIncludes: false,
    includePath: source,
    validationLevel: 'strict',
    fonts: {},
    keepComments: false,
    beautify: false,
    minify: false,
  })
  // Around columns side by side, which ours are not. Filters see text too small to read: SpamAssassin's
  // HTML_FONT_TINY_NORDNS is 1.0 from a host without a name, rspamd's ZERO_FONT and MANY_INVISIBLE_PARTS up to 2.0.
  const readable = withPlainPreview(html).replaceAll('font-size:0px;', '')
  // Indentation was a third of the bytes, and Gmail clips mails of more than 102 kB.
  return readable.replace(/\n\s*/g, '\n')
}

// MJML writes the preview line in white on white and one pixel high, though it is not displayed: SpamAssassin 4.0 gives
// up to 1.7 of 5 points for that (HTML_FONT_LOW_CONTRAST, NORDNS_LOW_CONTRAST).
function withPlainPreview(html: string): string {
  const hidden = 'display:none;font-size:1px;color:#ffffff;line-height:1px;'
  if (!html.includes(hidden)) throw new Error('MJML writes its preview line otherwise: adapt mails/build.ts.')
  return html.replace(hidden, 'display:none;')
}
