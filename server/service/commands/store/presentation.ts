import type { Command } from 'commander'
import type { StoreSettings } from '../../../tenants/stores/stores.ts'

export type PresentationFlags = {
  color?: string
  logoUrl?: string
  siteUrl?: string
  productUrl?: string
  privacyUrl?: string
  dataHolder?: string
  contactEmail?: string
}

/** Adds the options for a store's mails and forms: colour, logo, links and contact. */
export function withPresentation(command: Command): Command {
  return command
    .option('--color <#rrggbb>', 'colour of buttons and links in mails and forms (#1f6f54)')
    .option('--logo-url <url|none>', "logo that replaces the store's name, 40 pixels high")
    .option('--site-url <url|none>', 'website that the name and logo link to')
    .option(
      '--product-url <url|none>',
      'where products without an address are sold, such as https://shop.example/p/{product_id}',
    )
    .option('--privacy-url <url|none>', 'privacy policy')
    .option('--data-holder <name|none>', "holder of the shoppers' data (the store's name)")
    .option('--contact-email <address|none>', 'contact address for shoppers')
}

export function toPresentation(flags: PresentationFlags): Record<string, string | null | undefined> {
  return {
    color: flags.color,
    logo_url: orNull(flags.logoUrl),
    site_url: orNull(flags.siteUrl),
    product_url: orNull(flags.productUrl),
    privacy_url: orNull(flags.privacyUrl),
    data_holder: orNull(flags.dataHolder),
    contact_email: orNull(flags.contactEmail),
  } satisfies { [name in keyof StoreSettings]?: string | null | undefined }
}

const orNull = (text: string | undefined) => (text === 'none' ? null : text)
