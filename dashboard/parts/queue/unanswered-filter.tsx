import { Button } from '@mantine/core'
import { useTexts } from '../../words/words.tsx'
import { Icon } from '../icon.tsx'

type Props = { isOn: boolean; change: (isOn: boolean) => void }

/** Only what has no reply of the store. */
export function UnansweredFilter({ isOn, change }: Props) {
  const texts = useTexts('queue')
  return (
    <Button
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      leftSection={isOn && <Icon name="check" size={16} />}
      onClick={() => change(!isOn)}
    >
      {texts.unanswered}
    </Button>
  )
}
