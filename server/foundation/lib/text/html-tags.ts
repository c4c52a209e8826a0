import { Tokenizer } from 'htmlparser2'

export type Tag = {
  name: string
  attributes: Map<string, string>
  /** The text between this tag and the next one. For a script or a style: all of its text. */
  text: string
  /** Inside `template` or `noscript`, whose contents are inert. */
  isDormant: boolean
}

/**
 * The start tags of a page, in order. It builds no tree. On a hostile page, a tree takes minutes, because each
 * closing tag searches all unclosed elements; a list takes milliseconds.
 */
export function readTags(html: string): Tag[] {
  const tags: Tag[] = []
  let tag: Tag = none()
  let attribute = ''
  let value = ''
  let dormant = 0
  const slice = (start: number, end: number) => html.slice(start, end)
  const finish = () => {
    tags.push(tag)
    if (isDormant(tag.name)) dormant++
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = { ...none(), name: slice(start, end).toLowerCase(), isDormant: dormant > 0 }
      },
      onattribname: (start, end) => {
        attribute = slice(start, end).toLowerCase()
        value = ''
      },
      onattribdata: (start, end) => {
        value += slice(start, end)
      },
      onattribentity: codepoint => {
        value += String.fromCodePoint(codepoint)
      },
      onattribend: () => {
        // Of two attributes with one name, the first counts.
        if (!tag.attributes.has(attribute)) tag.attributes.set(attribute, value)
      },
      onopentagend: finish,
      onselfclosingtag: finish,
      onclosetag: (start, end) => {
        if (isDormant(slice(start, end).toLowerCase()) && dormant > 0) dormant--
        tag = none()
      },
      ontext: (start, end) => {
        tag.text += slice(start, end)
      },
      ontextentity: codepoint => {
        tag.text += String.fromCodePoint(codepoint)
      },
      oncdata: () => {},
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return tags
}

const isDormant = (name: string) => name === 'template' || name === 'noscript'

const none = (): Tag => ({ name: '', attributes: new Map(), text: '', isDormant: false })
