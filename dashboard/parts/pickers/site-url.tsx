import { TextInput, type TextInputProps } from '@mantine/core'
import { useCommonTexts } from '../../words/words.tsx'

/** The URL of a new store's shop. No input of type `url`: it would refuse shop.example with a bubble of the browser. */
export function SiteUrlField(props: TextInputProps) {
  const { setup } = useCommonTexts()
  return (
    <TextInput
      label={setup.siteUrl}
      description={setup.siteUrlHint}
      placeholder="https://"
      inputMode="url"
      autoComplete="url"
      maxLength={2048}
      {...props}
    />
  )
}

/** The setting for what was typed, which is often a host alone. Absent without one. */
export function toSiteUrl(typed: string): { site_url?: string } {
  const text = typed.trim()
  if (text === '') return {}
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text) // a digit begins a port
  return { site_url: hasScheme ? text : `https://${text}` }
}
