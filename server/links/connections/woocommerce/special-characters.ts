const characters: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
}

/**
 * The characters that WordPress escapes in stored text, decoded once, as its `wp_specialchars_decode` with ENT_QUOTES
 * does: WooCommerce signs with the decoded secret, and sends names as they are stored.
 */
export function decodeSpecialCharacters(text: string): string {
  return text.replace(
    /&(?:amp|lt|gt|quot);|&#0*(34|38|39|60|62);|&#x0*(22|26|27|3c|3e);/gi,
    (entity, decimal?: string, hex?: string) => {
      if (decimal) return String.fromCharCode(Number(decimal))
      if (hex) return String.fromCharCode(Number.parseInt(hex, 16))
      return characters[entity.toLowerCase()] ?? entity
    },
  )
}
