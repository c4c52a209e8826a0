/** A language as prompts name it, such as `Portuguese (Brazil) (pt-BR)`. */
export function languageNamed(tag: string): string {
  return `${new Intl.DisplayNames('en', { type: 'language' }).of(tag)} (${tag})`
}
