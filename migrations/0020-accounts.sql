-- People who work with stores. better-auth keeps users, sessions and second factors in a schema of its own,
-- in the names and types it asks for; what they may do in which store is ours.

create schema accounts;

create table accounts."user" (
  "id" text primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp,
  "twoFactorEnabled" boolean
);

create table accounts."session" (
  "id" text primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references accounts."user" ("id") on delete cascade
);

create index "session_userId_idx" on accounts."session" ("userId");

create table accounts."account" (
  "id" text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references accounts."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null
);

create index "account_userId_idx" on accounts."account" ("userId");

create table accounts."verification" (
  "id" text primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);

create index "verification_identifier_idx" on accounts."verification" ("identifier");

create table accounts."twoFactor" (
  "id" text primary key,
  "secret" text not null,
  "backupCodes" text not null,
  "userId" text not null references accounts."user" ("id") on delete cascade,
  "verified" boolean,
  "failedVerificationCount" integer,
  "lockedUntil" timestamptz
);

create index "twoFactor_secret_idx" on accounts."twoFactor" ("secret");
create index "twoFactor_userId_idx" on accounts."twoFactor" ("userId");

create table accounts."rateLimit" (
  "id" text primary key,
  "key" text not null unique,
  "count" integer not null,
  "lastRequest" bigint not null
);

-- Wrong passwords for one address, whoever tries and from wherever.
create table accounts.sign_in_failures (
  email text primary key,
  failures integer not null,
  locked_until timestamptz,
  last_at timestamptz not null
);

-- The link that the first start prints; only its hash is kept.
create table accounts.setup_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  expires_at timestamptz not null
);

create table memberships (
  store_id uuid not null references stores (store_id),
  user_id text not null,
  role text not null check (role in ('owner', 'moderator', 'viewer')),
  created_at timestamptz not null,
  primary key (store_id, user_id)
);

-- Which stores a person works with: the one question asked across stores, by whom it is about.
create index memberships_by_user on memberships (user_id);

create table invitations (
  store_id uuid not null references stores (store_id),
  id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'moderator', 'viewer')),
  language text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (store_id, id)
);
