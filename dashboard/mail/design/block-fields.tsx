import { Text } from '@mantine/core'
import { designLimits } from '../../../server/tenants/stores/settings/mail-blocks.ts'
import { Switch } from '../../parts/pickers/switch.tsx'
import { useTexts } from '../../words/words.tsx'
import { MailTextField } from '../text-field.tsx'
import { type Block, isComplete } from './blocks.ts'
import { PictureFields } from './picture-fields.tsx'

type Props = {
  block: Block
  language: string
  error: string | undefined
  mostWords: number
  placeholders: string[]
  logo: string
  change: (block: Block, typedIn?: string) => void
}

/** What can be set of a block. */
export function BlockFields({ block, language, error, mostWords, placeholders, logo, change }: Props) {
  const texts = useTexts('mail-design')
  if (block.type === 'picture')
    return <PictureFields block={block} error={error} logo={logo} change={change} />
  if ('text' in block) {
    const isText = block.type === 'text'
    return (
      <MailTextField
        label={texts.fields[block.type]}
        language={language}
        hint={isComplete(block) ? undefined : texts.empty}
        value={block.text}
        maxLength={isText ? mostWords : designLimits[block.type]}
        placeholder=""
        placeholders={placeholders}
        error={error}
        change={text => change({ ...block, text }, 'text')}
        isLong={isText}
        hidesLabel
      />
    )
  }
  return (
    <>
      <Text size="sm" c="dimmed">
        {texts.leads[block.type]}
      </Text>
      {block.type === 'products' && (
        <Switch
          label={texts.productPictures}
          checked={block.pictures}
          onChange={event => change({ ...block, pictures: event.currentTarget.checked })}
        />
      )}
    </>
  )
}
