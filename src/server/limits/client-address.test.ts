import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InputError } from '../../model/index.ts';
import { ClientAddresses, parseAddressRanges } from './client-address.ts';

const direct = new ClientAddresses([]);
const PROXIES = ['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '2001:db8:ff::1'];
const proxied = new ClientAddresses(PROXIES);

for (const [claim, socket, want] of [
  ['an IPv4 address is itself', '203.0.113.9', '203.0.113.9'],
  ['an IPv4-mapped IPv6 address is the IPv4 address', '::ffff:203.0.113.9', '203.0.113.9'],
  ['so it is in capitals and in hexadecimal', '::FFFF:cb00:7109', '203.0.113.9'],
  ['an IPv6 address is its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['another address of the /64 is the same client', '2001:db8:1:2::1', '2001:db8:1:2'],
  ['the next /64 is another client', '2001:db8:1:3::1', '2001:db8:1:3'],
  ['zeros are written out', '::1', '0:0:0:0'],
  ['the zone of a link-local address does not count', 'fe80::1%eth0', 'fe80:0:0:0'],
  ['a socket that is closed already is unknown', undefined, 'unknown'],
] as const) {
  test(`of a direct socket, ${claim}`, () => {
    assert.equal(direct.toLimitKey(socket, undefined), want);
    assert.equal(proxied.toLimitKey(socket, undefined), want);
  });
}

test('without trusted proxies X-Forwarded-For is not read', () => {
  assert.equal(direct.toLimitKey('203.0.113.9', '198.51.100.1'), '203.0.113.9');
  assert.equal(direct.toLimitKey('::1', '198.51.100.1'), '0:0:0:0');
});

for (const [claim, socket, forwardedFor, want] of [
  ['of a stranger is not believed', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['of a stranger beside a trusted address is not believed', '192.0.2.8', '198.51.100.1', '192.0.2.8'],
  ['of a trusted address is believed', '192.0.2.7', '198.51.100.1', '198.51.100.1'],
  ['of a trusted IPv4 range is believed', '10.255.0.1', '198.51.100.1', '198.51.100.1'],
  ['of a trusted range seen as mapped IPv6 is believed', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['of a trusted IPv6 range is believed', 'fd12::1', '198.51.100.1', '198.51.100.1'],
  ['of a trusted IPv6 address is believed', '2001:db8:ff::1', '198.51.100.1', '198.51.100.1'],
  ['of a neighbour of that address is not', '2001:db8:ff::2', '198.51.100.1', '2001:db8:ff:0'],
  ['names an IPv6 client by its /64', '10.0.0.1', '2001:db8:1:2::9', '2001:db8:1:2'],
  ['names a mapped client by its IPv4 address', '10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
  ['with a forged first hop does not help', '10.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
  ['with forged hops of a trusted range does not help', '10.0.0.1', '10.9.9.9, 198.51.100.1', '198.51.100.1'],
  ['is walked through trusted hops', '10.0.0.1', '198.51.100.1, 10.0.0.2, fd00::3', '198.51.100.1'],
  ['that names only proxies is the first of them', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['may hold blanks and tabs', '10.0.0.1', ' 1.2.3.4 ,\t198.51.100.1  ', '198.51.100.1'],
  ['may hold no blanks', '10.0.0.1', '1.2.3.4,198.51.100.1', '198.51.100.1'],
  ['may hold a port', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['may hold brackets', '10.0.0.1', '[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['may hold brackets and a port', '10.0.0.1', '[2001:db8:1:2::9]:443', '2001:db8:1:2'],
  ['that is empty is the proxy', '10.0.0.1', '', '10.0.0.1'],
  ['with a host name is the proxy', '10.0.0.1', 'client.example', '10.0.0.1'],
  ['with a number too large is the proxy', '10.0.0.1', '198.51.100.256', '10.0.0.1'],
  ['with octal numbers is the proxy', '10.0.0.1', '0306.063.0144.01', '10.0.0.1'],
  ['with one number for four is the proxy', '10.0.0.1', '3325256705', '10.0.0.1'],
  ['with an invalid port is the proxy', '10.0.0.1', '198.51.100.1:http', '10.0.0.1'],
  ['with an open bracket is the proxy', '10.0.0.1', '[2001:db8::1', '10.0.0.1'],
  ['with "unknown" is the proxy', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['is not walked past nonsense', '10.0.0.1', '198.51.100.1, nonsense, 10.0.0.2', '10.0.0.2'],
  ['is not walked past an empty hop', '10.0.0.1', '198.51.100.1,, 10.0.0.2', '10.0.0.2'],
] as const) {
  test(`X-Forwarded-For ${claim}`, () => {
    assert.equal(proxied.toLimitKey(socket, forwardedFor), want);
  });
}

for (const [claim, ranges, socket, isTrusted] of [
  ['0.0.0.0/0 trusts every IPv4 address', ['0.0.0.0/0'], '203.0.113.9', true],
  ['0.0.0.0/0 trusts no IPv6 address', ['0.0.0.0/0'], '2001:db8::1', false],
  ['::/0 trusts no IPv4 address', ['::/0'], '203.0.113.9', false],
  ['a range may be written with bits of the host', ['10.1.2.3/8'], '10.200.0.1', true],
  ['a range ends where its bits end', ['10.128.0.0/9'], '10.127.255.255', false],
  ['/32 is one address', ['10.0.0.1/32'], '10.0.0.2', false],
  ['a mapped address trusts the IPv4 address', ['::ffff:10.0.0.1'], '10.0.0.1', true],
] as const) {
  test(`among trusted proxies, ${claim}`, () => {
    const key = new ClientAddresses(ranges).toLimitKey(socket, '198.51.100.1');
    assert.equal(key === '198.51.100.1', isTrusted);
  });
}

for (const text of [
  '10.0.0.0/33',
  'fd00::/129',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  '10.0.0.0/255.0.0.0',
  '10.0.0',
  '010.0.0.1',
  '10.0.0.256',
  '[fd00::1]',
  'proxy.example',
  '',
  ' ',
]) {
  test(`parseAddressRanges refuses "${text}" and names it`, () => {
    assert.throws(
      () => parseAddressRanges(['10.0.0.0/8', text]),
      (error) => error instanceof InputError && error.message.includes(`"${text}"`) && !error.message.includes('\n'),
    );
  });
}
