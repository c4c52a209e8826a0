import { Button, Stack, Text, Title } from '@mantine/core'
import { useSignOut } from '../parts/account/sign-out.ts'
import { useCommonTexts } from '../words/words.tsx'

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
