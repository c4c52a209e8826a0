import { type Language, languages, type Words, wordsIn } from './words.ts'

/** What a visitor sees, and what of it they chose: choices are kept in the query. */
export type View = { language: Language; chosen: { language?: Language; theme?: 'light' | 'dark' } }

export type ShopKeys = { store_id: string; store_key: string }

type Page = { path: string; title: string; parts: string[]; script?: string }

/** A page of the shop: what is around its parts. */
export function pageOf(keys: ShopKeys, view: View, { path, title, parts, script = '' }: Page): string {
  const text = wordsIn(view.language)
  const to = (chosen: View['chosen']) => path + query({ ...view, chosen: { ...view.chosen, ...chosen } })
  return `<!doctype html>
<html lang="${text.tag}" dir="${view.language === 'ar' ? 'rtl' : 'ltr'}" class="${view.chosen.theme ?? ''}" data-store-id="${keys.store_id}" data-store-key="${keys.store_key}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/demo/pictures/MOKA-6.svg" type="image/svg+xml">
<link rel="stylesheet" href="/demo/storefront.css">
<script type="module" src="/widgets/v1/widgets.js"></script>${script}
</head>
<body>
<header class="top">
<a class="brand" href="/demo${query(view)}">Café da Serra</a>
<nav>
<a href="/demo/reviews${query(view)}">${text.allReviews}</a>
<a href="/demo/configure${query(view)}">${text.configure}</a>
<a class="to-dark" href="${to({ theme: 'dark' })}">${text.dark}</a>
<a class="to-light" href="${to({ theme: 'light' })}">${text.light}</a>
${languageMenu(text, language => to({ language }))}
</nav>
</header>
<main>${parts.join('\n')}</main>
<footer>
<rw-badge data-theme="compact" data-url="/demo/reviews${query(view)}"></rw-badge>
<a href="/transparency/${keys.store_id}?lang=${text.tag}">${text.collected}</a>
<p class="note">${text.note}</p>
</footer>
</body>
</html>
`
}

// A menu without scripts.
function languageMenu(text: Words, to: (language: Language) => string): string {
  const links = languages.map(language => {
    const { tag, language: name } = wordsIn(language)
    const current = tag === text.tag ? ' aria-current="true"' : ''
    return `<li><a href="${to(language)}" lang="${tag}"${current}>${name}</a></li>`
  })
  return `<details class="languages"><summary>${text.language}</summary><ul>${links.join('')}</ul></details>`
}

/** The visitor's choices, for the address of another page. */
export function query({ chosen: { language, theme } }: View): string {
  const parts = [language && `lang=${language}`, theme && `theme=${theme}`].filter(Boolean)
  return parts.length > 0 ? `?${parts.join('&amp;')}` : ''
}
