import { Tokenizer } from 'htmlparser2'

export type Tag = {
  name: string
  attributes: Map<string, string>
  /** What stands directly behind it, up to the next tag: of a script or a style all of its text. */
  text: string
  /** Within `template` or `noscript`, where nothing comes to life. */
  isDormant: boolean
}

/**
 * The start tags of a page, in their order. No tree is built: of a page that was made to be slow to read, a tree
 * takes minutes (each unclosed element is looked at again for each that closes), and a list milliseconds.
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
        // Of two with one name the first holds.
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
