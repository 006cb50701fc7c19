throw { plain: 'object' };
