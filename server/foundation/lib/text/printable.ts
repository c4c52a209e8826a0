/**
 * The text for a terminal. Escape sequences and marks that turn the direction of writing, which somebody outside may have
 * written, could show something else than what is stored: they become U+FFFD. The pair of marks around a name in a sentence
 * of ours (texts/direction.ts) is left out: the name between has none.
 */
export function printable(text: string): string {
  return text
    .replace(/\u2068(\P{Bidi_Control}*)\u2069/gu, '$1')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
}
