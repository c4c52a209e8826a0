import { Anchor, ColorInput, ColorSwatch, Group, Image, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { Section } from '../parts/section.tsx'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import type { Preview } from './content.ts'
import type { Draft } from './draft.ts'
import classes from './mail.module.css'

type Props = {
  draft: Draft
  colors: Preview['colors'] | undefined
  problems: Record<string, string>
}

/** Colour and logo of every mail. */
export function LookForm({ draft, colors, problems }: Props) {
  const texts = useTexts('mail')
  const { store_id, isOwner } = useStore()
  return (
    <Section title={texts.look} lead={texts.lookLead}>
      <fieldset disabled={!isOwner} className={classes.fields}>
        <Stack gap="md">
          <div>
            <ColorInput
              label={texts.color}
              format="hex"
              withEyeDropper={false}
              maw={240}
              value={draft.color}
              error={problems.color}
              onChange={color => draft.look({ color: color.toLowerCase() })}
            />
            {colors && <Contrast colors={colors} />}
          </div>
          <div>
            <TextInput
              label={texts.logo}
              description={texts.logoHint}
              type="url"
              placeholder="https://"
              value={draft.logo}
              error={problems.logo_url}
              onChange={event => draft.look({ logo_url: event.currentTarget.value })}
            />
            <Logo key={draft.logo} address={draft.logo} />
          </div>
        </Stack>
      </fieldset>
      <Anchor component={Link} to={`/${store_id}/settings`} size="sm">
        {texts.more}
      </Anchor>
    </Section>
  )
}

const readable = 4.5 // WCAG 2.2, 1.4.3: AA

// Mails see to it themselves that everything can be read: here it is said what they do to the colour.
function Contrast({ colors }: { colors: Preview['colors'] }) {
  const texts = useTexts('mail')
  const { number } = useFormats()
  const ratio = (value: number) => `${number(value, { maximumFractionDigits: 1 })} : 1`
  const isFaint = colors.contrast < readable
  const isFaintInDark = colors.contrast_in_dark < readable
  return (
    <Stack gap={6} mt="xs" role="status">
      {isFaint && (
        <Shade color={colors.link} label={texts.shade}>
          {texts.colorFaint({ contrast: ratio(colors.contrast), least: ratio(readable) })}
        </Shade>
      )}
      {isFaintInDark && (
        <Shade color={colors.link_in_dark} label={texts.shadeInDark}>
          {texts.colorFaintInDark({ contrast: ratio(colors.contrast_in_dark) })}
        </Shade>
      )}
      {!isFaint && !isFaintInDark && (
        <Text size="xs" c="dimmed">
          {texts.colorFine}
        </Text>
      )}
    </Stack>
  )
}

function Shade({ color, label, children }: { color: string; label: string; children: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <ColorSwatch color={color} size={18} role="img" aria-label={`${label}: ${color}`} />
      <Text size="xs">{children}</Text>
    </Group>
  )
}

function Logo({ address }: { address: string }) {
  const texts = useTexts('mail')
  const [isBroken, setBroken] = useState(false)
  if (!/^https?:\/\/./.test(address)) return null
  if (isBroken) {
    return (
      <Text size="xs" c="var(--mantine-color-error)" role="status" mt={6}>
        {texts.logoBroken}
      </Text>
    )
  }
  return (
    <Image
      className={classes.logo}
      src={address}
      alt=""
      h={40}
      w="auto"
      mt="xs"
      onError={() => setBroken(true)}
    />
  )
}
