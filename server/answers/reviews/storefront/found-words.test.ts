import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aReview } from '../../../test/factories.ts'
import { addProducts, addReviews, readAs } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'

let it: TestApp
const shops = new Map<string, Member>()
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())

async function shopOf(locale: string): Promise<Member> {
  const shop = shops.get(locale) ?? (await aStore(it.database, { locale }))
  if (!shops.has(locale)) await addProducts(it, shop, { none: '' })
  shops.set(locale, shop)
  return shop
}

/** Queries that find a review with this text, and others that do not. */
type Case = [locale: string, body: string, found: string, lost?: string]

test.each<Case>([
  // Marks that people leave out, and letters that only look like two.
  ['pl', 'Łóżko było WĄSKIE, spełniło', 'lozko bylo, łóżko, waskie, spelnilo, SPEŁNIŁO'],
  ['tr', 'SICAK tutuyor, Kılıf İnce, ISITMIYOR', 'sıcak, sicak, kilif, KILIF, ince, İNCE, ısıtmıyor'],
  ['vi', 'Đồng hồ đẹp, dây đeo êm', 'dong ho, đồng, DAY DEO, đeo êm', 'dang'],
  ['da', 'Rød kjole, Ærmer og grøn bånd', 'rod, RØD, aermer, ærmer, gron, band'],
  ['fr', 'Nœud cassé, cœur', 'noeud, NŒUD, coeur, cœur'],
  ['el', 'Ο ΚΑΦΕΣ είναι πικρός', 'καφες, καφές, ΠΙΚΡΟΣ, πικρος'],
  ['ar', 'إرسال مُمْتاز، رائـــع. آلة قوية هدية', 'ارسال, إرسال, ممتاز, رائع, الة, آلة, هديه', 'رسا'],
  ['fa', 'کیف خوبی است، می‌خواهم', 'كيف, خوبي, میخواهم'],
  ['he', 'שֻׁלְחָן יציב', 'שלחן'],
  // Marks that are letters stay, and do not separate words.
  ['hi', 'चश्मा टूटा हुआ मिला', 'चश्मा, टूटा, मिला', 'टट, मल, चशम, मेला'],
  ['bn', 'খুব ভালো জুতা', 'ভালো, জুতা', 'ভাল জত, ভলা'],
  ['th', 'ผ้านุ่ม สีสวย', 'ผ้านุ่ม, สีสวย', 'ผานม'],
  ['ja', 'ｶﾞﾗｽ ポット ＡＢ１２', 'ガラス, ポット, ab12, ﾎﾟｯﾄ', 'カラス, ホット'],
  ['ko', '포장 좋아요', '포장, 좋아요'],
  ['de', 'Straße, heiß, Öl', 'strasse, STRASSE, heiss, stras heis, ol', 'trasse'],
  ['en', 'Softly knit\u00adted', 'knitted'],
  // French participles and feminines.
  [
    'fr',
    'Elle est arrivée fêlée, dernière boîte',
    'arrivé, arriver, arrivés, fêlé, felees, dernier, derniere',
  ],
  ['fr', 'Un verre ébréché et rayé, colis livré', 'ébréchée, ebrechee, rayées, livrée, livrees'],
  [
    'fr',
    'Une housse légère, entière, pas chère, une cuillère',
    'léger, legers, entier, entières, cher, cuiller',
  ],
  // Portuguese plurals, and verbs and small words that only look like them.
  ['pt-BR', 'Cordões, limões, pães, capitães, mãos, irmãos', 'cordão, limao, pão, capitao, mão, irmao'],
  ['pt-BR', 'um cordão, um pão, a mão do irmão', 'cordões, paes, mãos, irmãos'],
  [
    'pt-BR',
    'Materiais naturais, iguais, especiais, canais, globais',
    'material, natural, igual, especial, canal, global',
  ],
  ['pt-BR', 'anéis, hotéis, úteis, difíceis, móveis, solúveis', 'anel, hotel, útil, dificil, móvel, soluvel'],
  ['pt-BR', 'anzóis, faróis, azuis, infantis, barris', 'anzol, farol, azul, infantil, barril'],
  ['pt-BR', 'Jovens, marrons, comuns, sons, edredons', 'jovem, marrom, comum, som, edredom, edredon'],
  ['pt-BR', 'mais, demais, depois, dois pais', 'mais, demais, depois, dois, pais', 'mal, demal, dol, pal'],
  ['pt-BR', 'O caos das mães que compões', 'caos, mães, compões', 'cão, mão, compão'],
  ['pt-BR', 'Vós falais, ganhais e correis', 'falar, ganhar', 'falal'],
  // Spanish feminines of -és.
  [
    'es',
    'La mesa francesa, las telas japonesas, vinos portugueses',
    'francés, frances, japonés, portugués, mesa, mesas',
  ],
  [
    'es',
    'Un portugués que pesa, besa y regresa',
    'portuguesa, portuguesas, portugueses, pesar, besar, regresar',
  ],
  ['es', 'Las luces, dos lápices, peces dulces, dos veces', 'luz, lápiz, pez, dulce, dulces, vez, luces'],
  ['es', 'Una luz feliz con raíz', 'luces, felices, raices'],
])('%s: %s', async (locale, body, found, lost) => {
  const shop = await shopOf(locale)
  const product = `P-${Math.random()}`
  await addProducts(it, shop, { [product]: '' })
  await addReviews(it, shop, aReview({ product_id: product, title: '', body }))
  const count = async (terms: string) =>
    [terms, (await readAs(it, shop, 'reviews.json', { product_id: product, terms })).body.count] as const
  const [yes, no] = [found, lost].map(words => words?.split(', ') ?? [])
  const read = await Promise.all([...(yes ?? []), ...(no ?? [])].map(count))
  expect(read).toEqual([...(yes ?? []).map(terms => [terms, 1]), ...(no ?? []).map(terms => [terms, 0])])
})
