import '@mantine/core/styles/ColorSwatch.css'
import '@mantine/core/styles/ColorPicker.css'
import '@mantine/core/styles/ColorInput.css'
import { Anchor, ColorInput, ColorSwatch, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { Section } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import type { RenderedMail } from './content.ts'
import type { MailContentDraft } from './draft.ts'
import { LogoField } from './logo-field.tsx'
import classes from './mail.module.css'

type Props = {
  draft: MailContentDraft
  colors: RenderedMail['colors'] | undefined
  errors: Record<string, string>
}

/** The colour and logo of all emails. */
export function AppearanceForm({ draft, colors, errors }: Props) {
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
              error={errors.color}
              onChange={color => draft.setAppearance({ color: color.toLowerCase() })}
            />
            {colors && <ContrastNotes colors={colors} />}
          </div>
          <LogoField
            url={draft.logo}
            error={errors.logo_url}
            change={logo_url => draft.setAppearance({ logo_url })}
          />
        </Stack>
      </fieldset>
      <Anchor component={Link} to={`/${store_id}/settings`} size="sm">
        {texts.more}
      </Anchor>
    </Section>
  )
}

const minContrast = 4.5 // WCAG 2.2, 1.4.3: AA

// Emails replace a colour that is too faint to read by a stronger shade. These notes show that shade.
function ContrastNotes({ colors }: { colors: RenderedMail['colors'] }) {
  const texts = useTexts('mail')
  const { number } = useFormats()
  const ratio = (value: number) => `${number(value, { maximumFractionDigits: 1 })} : 1`
  const isLowContrast = colors.contrast < minContrast
  const isLowContrastInDark = colors.contrast_in_dark < minContrast
  return (
    <Stack gap={6} mt="xs" role="status">
      {isLowContrast && (
        <Shade color={colors.link} label={texts.shade}>
          {texts.colorFaint({ contrast: ratio(colors.contrast), least: ratio(minContrast) })}
        </Shade>
      )}
      {isLowContrastInDark && (
        <Shade color={colors.link_in_dark} label={texts.shadeInDark}>
          {texts.colorFaintInDark({ contrast: ratio(colors.contrast_in_dark) })}
        </Shade>
      )}
      {!isLowContrast && !isLowContrastInDark && (
        <Text size="xs" c="dimmed">
          {texts.colorFine}
        </Text>
      )}
    </Stack>
  )
}

function Shade({ color, label, children }: { color: string; label: string; children: string }) {
  const { labelled } = useFormats()
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <ColorSwatch color={color} size={18} role="img" aria-label={labelled(label, color)} />
      <Text size="xs">{children}</Text>
    </Group>
  )
}
