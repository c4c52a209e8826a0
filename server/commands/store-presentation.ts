import type { Command } from 'commander'
import type { StoreSettings } from '../stores/stores.ts'

export type PresentationFlags = {
  color?: string
  logoUrl?: string
  siteUrl?: string
  privacyUrl?: string
  dataHolder?: string
  contactEmail?: string
}

/** The flags of how a store looks in its mails and forms, and who stands behind them. */
export function withPresentation(command: Command): Command {
  return command
    .option('--color <#rrggbb>', 'colour of its buttons and links (#1f6f54)')
    .option('--logo-url <url|none>', 'picture shown instead of its name, 40 pixels high')
    .option('--site-url <url|none>', 'where its name and logo lead')
    .option('--privacy-url <url|none>', 'its privacy page')
    .option('--data-holder <name|none>', 'who holds the data of its buyers (its name)')
    .option('--contact-email <address|none>', 'where it reads what shoppers ask and answer')
}

export function toPresentation(flags: PresentationFlags): Record<string, string | null | undefined> {
  return {
    color: flags.color?.toLowerCase(),
    logo_url: orNull(flags.logoUrl),
    site_url: orNull(flags.siteUrl),
    privacy_url: orNull(flags.privacyUrl),
    data_holder: orNull(flags.dataHolder),
    contact_email: orNull(flags.contactEmail),
  } satisfies { [name in keyof StoreSettings]?: string | null | undefined }
}

const orNull = (text: string | undefined) => (text === 'none' ? null : text)
