import { Text } from '@mantine/core'
import { CopyableValue } from '../parts/copying/copyable-value.tsx'
import { useCommonTexts } from '../words/words.tsx'

/** The command that prints a new setup link. A link pasted into this tab opens at once. */
export function NewSetupLink() {
  const { setup } = useCommonTexts()
  return (
    <>
      <CopyableValue label={setup.newLink} value="./realword user setup" />
      <Text size="sm" c="dimmed">
        {setup.pasteLink}
      </Text>
    </>
  )
}
