/** An untrusted self-signed certificate for tests, with its worthless key. */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyvV3obn+I3aWqb8J
Tkjb0T3fMRNrW+f03jZpmQoHzguhRANCAATxIJq4r5f2gpHOcMoUv2uaptZaDN/7
cVluSfhwpSf4M76ZEplJrndaBiFLpIghgpULdOjwDoRVtcut4hLQ+dle
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBaTCCAQ+gAwIBAgIUYxcry22DmvVIotmVkiYIv+pjuQwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTAwMDEwMTAwMDAwMFoYDzIxMjAwMTAx
MDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATxIJq4r5f2gpHOcMoUv2uaptZaDN/7cVluSfhwpSf4M76ZEplJrnda
BiFLpIghgpULdOjwDoRVtcut4hLQ+dleoz0wOzAaBgNVHREEEzARhwR/AAABggls
b2NhbGhvc3QwHQYDVR0OBBYEFJYoHgyBfIVO/ScqSbJqAWDWAazHMAoGCCqGSM49
BAMCA0gAMEUCIQCShY302Pl+hQHxuTJVryIr3egLmjjsxuYlHf33tLs9WAIgZ/vz
DJdaxdYmEOfK2tZRkQ40DQo4CcdZIp9jgoYeyLI=
-----END CERTIFICATE-----`,
};
