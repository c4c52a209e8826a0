import { expect, test } from 'vitest'
import { aMember } from '../../../test/admin.ts'
import { useModelInEachTest } from '../../../test/for-each-test/model-shop.ts'
import { helpful } from '../../../test/model-server.ts'

const it = useModelInEachTest({})

test('five questions of a store wait for the one before them, and more are refused at once', async () => {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  it.model.answerBy(async question => {
    await isAnswered
    return helpful(question)
  })
  const owner = await aMember(it.service, it.shop.storeId, 'owner')
  const problems: string[] = []
  const ask = async () => {
    const { body } = await owner.send('POST', `/stores/${it.shop.storeId}/language-model/try`)
    if (body.problem) problems.push(body.problem)
    return body.text
  }
  const first = ask()
  await expect.poll(() => it.model.asked.length).toBe(1)
  const others = Array.from({ length: 7 }, ask)
  await expect.poll(() => problems).toEqual(['waiting', 'waiting'])
  answer()
  const texts = await Promise.all([first, ...others])
  expect(texts.filter(text => typeof text === 'string')).toHaveLength(6)
})

test('a trial pays for an answer of 300 tokens at most', async () => {
  const owner = await aMember(it.service, it.shop.storeId, 'owner')
  const { body } = await owner.send('POST', `/stores/${it.shop.storeId}/language-model/try`)
  expect(body.problem).toBeNull()
  expect(it.model.asked).toMatchObject([{ options: { max_tokens: 300 } }])
})
