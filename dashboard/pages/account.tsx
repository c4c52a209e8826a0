import { Stack } from '@mantine/core'
import { Password, Profile } from '../parts/account/profile.tsx'
import { SecondFactor } from '../parts/account/second-factor.tsx'
import { Sessions } from '../parts/account/sessions.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { accountTexts } from '../words/account.ts'
import { useTexts } from '../words/words.tsx'

/** One's own account: name, password, second step, sessions. */
export default function Account() {
  const texts = useTexts(accountTexts)
  return (
    <Stack gap="xl" maw={720}>
      <PageHead title={texts.title} lead={texts.lead} />
      <Profile />
      <Password />
      <SecondFactor />
      <Sessions />
    </Stack>
  )
}
