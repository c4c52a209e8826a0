import { Checkbox } from '@mantine/core'
import { useTexts } from '../../words/words.tsx'

type Props = { checked: boolean; choose: (checked: boolean) => void }

/** Off by default: who wrote in another system expects no mails from this one. */
export function NotifyAuthors({ checked, choose }: Props) {
  const texts = useTexts('data')
  return (
    <Checkbox
      label={texts.notifyAuthors}
      description={texts.notifyAuthorsHint}
      checked={checked}
      onChange={event => choose(event.currentTarget.checked)}
    />
  )
}
