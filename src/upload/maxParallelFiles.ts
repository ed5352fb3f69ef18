/** Servers commonly take 100 connections of one client, and other windows may need some of them. */
export const maxParallelFiles = 64;
