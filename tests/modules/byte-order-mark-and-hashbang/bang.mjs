#!/usr/bin/env node
export const bang = 'bang';
