import { Button, CopyButton } from '@mantine/core'
import { useCommonTexts, useFormats } from '../../words/words.tsx'

/** Copies a value and confirms it. `name` distinguishes several such buttons for screen readers. */
export function CopyValueButton({ value, name }: { value: string; name?: string }) {
  const { common } = useCommonTexts()
  const { labelled } = useFormats()
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => {
        const label = copied ? common.copied : common.copy
        return (
          <Button
            variant="default"
            size="xs"
            miw={84}
            flex="none"
            onClick={copy}
            aria-label={name && labelled(label, name)}
          >
            {label}
          </Button>
        )
      }}
    </CopyButton>
  )
}
