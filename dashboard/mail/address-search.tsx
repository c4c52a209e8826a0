import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { useTexts } from '../words/words.tsx'

/** Searches for a whole email address. It is not a URL parameter, because URLs end up in logs and histories. */
export function AddressSearch({ address, search }: { address: string; search: (address: string) => void }) {
  const texts = useTexts('mail')
  const [input, setInput] = useState(address)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        search(input.trim())
      }}
    >
      <Group gap="sm" align="flex-end">
        <TextInput
          type="search"
          flex={1}
          miw={180}
          maw={420}
          aria-label={texts.searchAddress}
          placeholder={texts.searchAddress}
          leftSection={<Icon name="search" size={16} />}
          value={input}
          onChange={event => setInput(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {texts.search}
        </Button>
        {address && (
          <Button
            variant="subtle"
            onClick={() => {
              setInput('')
              search('')
            }}
          >
            {texts.clear}
          </Button>
        )}
      </Group>
    </form>
  )
}
