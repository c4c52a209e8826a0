import { Button, Stack, Text, Title } from '@mantine/core'
import { useCommonTexts } from '../words/words.tsx'
import { useSignOut } from './sign-out.ts'

export function NoStore() {
  const { common, nav } = useCommonTexts()
  const signOut = useSignOut()
  return (
    <Stack align="flex-start" maw={480} mx="auto" my="xl" px="md" component="main">
      <Title order={1} size="h2">
        {common.noStore}
      </Title>
      <Text c="dimmed">{common.noStoreLead}</Text>
      <Button variant="default" onClick={() => void signOut()}>
        {nav.signOut}
      </Button>
    </Stack>
  )
}
