import { describe, expect, test } from 'vitest'
import { refuseWeak } from './weak-passwords.ts'

const ana = {
  name: 'Ana Olívia Martins',
  email: 'ana.martins@cafedaserra.example',
  stores: ['Café da Serra', 'Loja do Zé'],
}

describe('is refused', () => {
  test.each([
    // common ones, with or without additions
    '123456789012',
    'passwordpassword',
    'PasswordPassword',
    'administrator',
    'Administrator1!',
    'unbelievable',
    'password1234',
    '!!password!!',
    'iloveyou1234',
    'motherfucker',
    // rarer ones of the million most common
    'streetfighter',
    'Paralelepipedo',
    'q1a2z3w4s5x6',
    'slonyaka082367',
    // repeated pieces
    'aaaaaaaaaaaa',
    'AAAAAAAAAAAAAAAAAAAA',
    'abababababab',
    'xyzxyzxyzxyz',
    'tomato tomato',
    'kR7#kR7#kR7#',
    '🍅🍅🍅🍅🍅🍅🍅🍅🍅🍅🍅🍅',
    'zzzzzzzzzzzz2026',
    // sequences
    'abcdefghijkl',
    'lkjihgfedcba',
    'ABCDEFGHIJKLmnop',
    '098765432109',
    '2468024680246',
    'abc123def456',
    'abcdefghij!?x9',
    // keyboard walks
    'qwertyuiop[]',
    'QWERTYUIOP12',
    'poiuytrewq99',
    'azertyuiop12',
    'azertyuiopqs',
    'qwertzuiop77',
    '1q2w3e4r5t6y',
    '6y5t4r3e2w1q',
    '1Q2W3E4R5T6Y',
    '1qaz2wsx3edc',
    '!QAZ@WSX#EDC',
    'zaq12wsxcde3',
    'asdfghjkl;zz',
    'qwerty2026asdfgh',
    // with four more characters
    'cafedaserraxkwp',
    'qwertyuiopxkwg',
    // facts about the user
    'ana.martins1',
    'Ana Olivia Martins',
    'AnaMartins2026',
    'anaoliviamartins!',
    'ana.martins@cafedaserra.example',
    'cafedaserra12',
    'Café da Serra!',
    'C4f3d4S3rr4!',
    'lojadoze-ana-1',
    'realword2026',
    'realword12345',
    'realwordadmin',
    // disguised common passwords
    'p a s s w o r d',
    'pass word 1234',
    'password-12345',
    'pass\u200Bword1234',
    'passwordⅫ34',
    'P@ssw0rd-2026!',
    'w3lc0me-w3lc0m3-1',
    'q w e r t y u i o p',
    'pаssword12345', // the a is Cyrillic
    'ραsswοrd12345', // p, a and o are Greek
    // words that attackers try first
    'Welcome2026!!',
    'monkey dragon',
    'Senha-Admin-2026',
  ])('%s', async password => {
    await expect(refuseWeak(password, ana)).rejects.toMatchObject({ errorName: 'password_weak' })
  })
})

describe('is accepted', () => {
  test.each([
    'correct horse battery',
    'a quite different one',
    'quatro gatos e um piano',
    'vaca azul no telhado',
    'trem das onze, sem pressa',
    'lluvia de abril en Oaxaca',
    'Xk7!mQ2#vR9pL',
    'b8Zt-41qw-Npe6',
    'hZ8rKw3mTq0x',
    'seven purple otters',
    'the tower fell twice',
    'we were treated well',
    'dessert for weasels',
    'café com pão de queijo',
    'Ana plants 40 mango trees',
    'serra pelada 1980 ouro',
    'password manager salad',
    'monkey dragon shadow winter',
    'correct horse battery staples',
    'welcome to the jungle gym',
    'мой дядя самых честных',
    '春はあけぼのやうやう白くなりゆく',
    'qwerty is a bad idea',
    '2026 was a rainy year',
    '🍅🥑🌶️ salsa para todos',
    // weak ones with five more characters
    'cafedaserraxkwpv',
    'qwertyuiopxkwgv',
  ])('%s', async password => {
    await expect(refuseWeak(password, ana)).resolves.toBeUndefined()
  })
})
