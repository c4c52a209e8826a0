import { Group, Text, TextInput } from '@mantine/core'
import { designLimits } from '../../../server/tenants/stores/settings/mail-blocks.ts'
import { Icon } from '../../parts/icon.tsx'
import { Switch } from '../../parts/pickers/switch.tsx'
import { useTexts } from '../../words/words.tsx'
import { type Block, isComplete } from './blocks.ts'

type Picture = Extract<Block, { type: 'picture' }>

type Props = {
  block: Picture
  error: string | undefined
  logo: string
  change: (block: Block, typedIn?: string) => void
}

/** A picture's address, or the logo, and what it shows. */
export function PictureFields({ block, error, logo, change }: Props) {
  const texts = useTexts('mail-design')
  const isLogo = block.source === null
  const isUnread = block.source !== '' && !isComplete(block)
  return (
    <>
      <Switch
        label={texts.useLogo}
        checked={isLogo}
        onChange={event => change({ ...block, source: event.currentTarget.checked ? null : '' })}
      />
      {isLogo && logo === '' && <Warning>{texts.noLogo}</Warning>}
      {!isLogo && (
        <TextInput
          label={texts.source}
          description={texts.sourceHint}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={designLimits.source}
          value={block.source ?? ''}
          error={isUnread ? texts.noSource : error}
          onChange={event => change({ ...block, source: event.currentTarget.value }, 'source')}
        />
      )}
      {block.source === '' && <Warning>{texts.emptyPicture}</Warning>}
      <TextInput
        label={texts.alt}
        description={texts.altHint}
        maxLength={designLimits.alt}
        value={block.alt}
        error={isLogo && error}
        onChange={event => change({ ...block, alt: event.currentTarget.value }, 'alt')}
      />
      {block.alt.trim() === '' && <Warning>{texts.noAlt}</Warning>}
    </>
  )
}

function Warning({ children }: { children: string }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Icon name="info" size={16} />
      <Text size="xs">{children}</Text>
    </Group>
  )
}
